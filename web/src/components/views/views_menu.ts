/** The menu of saved views. */
import type { MenuAction, MenuGroup } from '../overlay/menu.tsx'
import type { ViewControl } from './use_view_state.ts'

export type ViewsDialog = 'new' | 'rename'

interface Options {
  control: ViewControl
  /** Whether the saved view on the screen can be changed. */
  canChange: boolean
  save(): void
  remove(): void
  open(dialog: ViewsDialog): void
}

/** The entry without a saved view. A gid is never empty. */
const DEFAULT = { id: '', label: 'Default view' }

export function viewsMenu({ control, canChange, save, remove, open }: Options): readonly MenuGroup[] {
  const { saved, views, isChanged } = control
  const unsaved: MenuAction[] = [
    ...(canChange ? [{ id: 'save', label: 'Save', onAction: save }] : []),
    { id: 'reset', label: 'Reset', onAction: control.reset },
  ]
  const changes: MenuAction[] = [
    { id: 'rename', label: 'Rename or share', onAction: () => open('rename') },
    { id: 'delete', label: 'Delete view', isDanger: true, onAction: remove },
  ]
  return [
    {
      ...{ kind: 'one', title: 'Views', value: saved?.gid ?? '' },
      options: [DEFAULT, ...views.map(({ gid, name }) => ({ id: gid, label: name }))],
      onChange: (id: string) => control.open(views.find(({ gid }) => gid === id) ?? null),
    },
    {
      actions: [...(isChanged ? unsaved : []), { id: 'new', label: 'Save as new view', onAction: () => open('new') }],
    },
    ...(canChange ? [{ actions: changes }] : []),
  ]
}
