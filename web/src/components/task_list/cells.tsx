/** The cells of a list, by the kind of their row and by their column. */
import type { CellPlace } from '../grid/types.ts'
import { NAME_COLUMN } from './columns.ts'
import { useEditing } from './context.ts'
import { FieldCell } from './field_cell.tsx'
import { NameCell } from './name_cell.tsx'
import { AddButton, NewSection, NewTask, SectionName, SectionTotal } from './section_cell.tsx'
import type { ListRow } from './types.ts'

interface CellProps extends CellPlace {
  row: ListRow
  column: string | null
}

function NewSectionCell() {
  const editing = useEditing()
  return editing?.type === 'add_section' ? <NewSection after={editing.after} /> : null
}

function Cell({ row, column, tabIndex }: CellProps) {
  const isName = column === null || column === NAME_COLUMN
  switch (row.kind) {
    case 'task':
      if (isName) return <NameCell row={row} tabIndex={tabIndex} />
      return <FieldCell task={row.gid} field={column} tabIndex={tabIndex} />
    case 'section':
    case 'group':
      return isName ? <SectionName row={row} tabIndex={tabIndex} /> : <SectionTotal row={row} field={column} />
    case 'new_task':
      return <NewTask row={row} />
    case 'new_section':
      return <NewSectionCell />
    default:
      return <AddButton row={row} tabIndex={tabIndex} />
  }
}

export const renderCell = (row: ListRow, column: string | null, { tabIndex }: CellPlace) => (
  <Cell row={row} column={column} tabIndex={tabIndex} />
)
