/** The toolbar of the selected tasks, above the end of their list or board. */
import { EMPTY_SELECTION, type Selection } from '../selection/selection.ts'
import { SelectionToolbar } from './dialogs.ts'
import type { SelectionToolbarProps } from './selection_toolbar.tsx'

interface Props extends Pick<SelectionToolbarProps, 'list' | 'kind'> {
  selection: Selection
  onSelectionChange(selection: Selection): void
}

export function SelectionBar({ selection, onSelectionChange, ...shown }: Props) {
  if (selection.gids.size === 0) return null
  return (
    <div className="selection-bar">
      <SelectionToolbar tasks={[...selection.gids]} clear={() => onSelectionChange(EMPTY_SELECTION)} {...shown} />
    </div>
  )
}
