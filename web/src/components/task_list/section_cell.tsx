/** The rows of sections: their name, menu and sums, and the places to add sections and tasks. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useRecord } from '../../data/hooks.ts'
import { formatNumber, type NumberStyle } from '../../text/format.ts'
import { afterOverlay } from '../focus.ts'
import { Icon } from '../icon/icon.tsx'
import { MenuButton, type MenuGroup } from '../overlay/menu.tsx'
import { useListActions } from './context.ts'
import { ManyTasks } from './dialogs.ts'
import { InlineText } from './inline_text.tsx'
import { ADD_SECTION, type Editing, type ListRow } from './types.ts'

interface Props {
  row: ListRow
  tabIndex: 0 | -1
}

/** The actions of a section. */
function useSectionMenu({ gid }: ListRow): readonly MenuGroup[] {
  const { edit, moveSection, deleteSection, sections } = useListActions()
  const order = sections()
  const index = order.indexOf(gid)
  // The menu returns the focus to its button first: the text field would take that for a press elsewhere.
  const type = (what: Editing) => afterOverlay(() => edit(what))
  return [
    { actions: [{ id: 'rename', label: 'Rename', icon: Pencil, onAction: () => type({ type: 'rename', gid }) }] },
    {
      actions: [
        {
          ...{ id: 'up', label: 'Move up', icon: ArrowUp, isDisabled: index <= 0 },
          onAction: () => moveSection(gid, 'up'),
        },
        {
          ...{ id: 'down', label: 'Move down', icon: ArrowDown, isDisabled: index === order.length - 1 },
          onAction: () => moveSection(gid, 'down'),
        },
        {
          ...{ id: 'below', label: 'Add section below', icon: Plus },
          onAction: () => type({ type: 'add_section', after: gid }),
        },
      ],
    },
    ...(order.length > 1
      ? [
          {
            actions: [
              {
                ...{ id: 'delete', label: 'Delete section', icon: Trash, isDanger: true },
                onAction: () => deleteSection(gid),
              },
            ],
          },
        ]
      : []),
  ]
}

function SectionMenu({ row }: { row: ListRow }) {
  const groups = useSectionMenu(row)
  return (
    <MenuButton label={`Section actions: ${row.label}`} groups={groups} className="icon-button small section-menu">
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}

/** The name of a section or of a group, which folds it. */
export function SectionName({ row, tabIndex }: Props) {
  const { setExpanded, rename, edit, focus, canEditSections } = useListActions()
  if (row.isEditing) {
    return (
      <InlineText
        label="Section name"
        initial={row.label}
        onCommit={text => rename(row.gid, text)}
        onClose={by => {
          edit(null)
          if (by !== 'blur') focus(row.gid)
        }}
      />
    )
  }
  return (
    <div className="section-cell">
      <button
        type="button"
        className="section-name"
        tabIndex={tabIndex}
        aria-expanded={row.isExpanded}
        onClick={() => setExpanded(row, !row.isExpanded)}
        onDoubleClick={() => canEditSections && row.kind === 'section' && edit({ type: 'rename', gid: row.gid })}
      >
        <Icon of={row.isExpanded ? ChevronDown : ChevronRight} />
        <span className="section-title">{row.label}</span>
      </button>
      <span className="section-count">{row.count}</span>
      {canEditSections && row.kind === 'section' ? <SectionMenu row={row} /> : null}
    </div>
  )
}

/** The sum of a number field in a section. */
export function SectionTotal({ row, field }: { row: ListRow; field: string }) {
  const style = useRecord(field) as NumberStyle | undefined
  const total = row.totals?.[field]
  if (total === undefined) return null
  return (
    <span className="section-total" title="Sum">
      {formatNumber(total, style)}
    </span>
  )
}

/** The place to add a task at the end of a section, or a section at the end of the list. */
export function AddButton({ row, tabIndex }: Props) {
  const { edit, list } = useListActions()
  const isSection = row.gid === ADD_SECTION
  return (
    <button
      type="button"
      className={isSection ? 'add-button add-section' : 'add-button'}
      aria-label={row.label}
      tabIndex={tabIndex}
      onClick={() =>
        edit(
          isSection
            ? { type: 'add_section', after: null }
            : { type: 'add_task', list, section: row.section, after: null },
        )
      }
    >
      <Icon of={Plus} size={14} />
      {isSection ? 'Add section' : 'Add task'}
    </button>
  )
}

/** The row in which the name of a new section is typed. */
export function NewSection({ after }: { after: string | null }) {
  const { addSection, edit } = useListActions()
  return (
    <div className="section-cell">
      <InlineText
        label="Section name"
        placeholder="Name of the section"
        onCommit={text => addSection(text, after)}
        onClose={() => edit(null)}
      />
    </div>
  )
}

/** More pasted lines than this are confirmed. */
const MAX_UNCONFIRMED_TASKS = 20

/** The row in which the name of a new task is typed. */
export function NewTask({ row }: { row: ListRow }) {
  const { addTasks, edit, focus, list } = useListActions()
  const [pasted, setPasted] = useState<readonly string[]>([])
  const paste = (names: readonly string[]) => {
    if (names.length > MAX_UNCONFIRMED_TASKS) setPasted(names)
    else addTasks(names)
  }
  return (
    <div className="list-name-cell new" style={{ paddingInlineStart: (row.level - 2) * 24 }}>
      <span className="new-task-mark" aria-hidden="true" />
      <InlineText
        label="Task name"
        placeholder="Name of the task"
        draft={`new_task ${list}`}
        isRepeated
        onPasteLines={paste}
        onCommit={(text, by) => {
          const created = addTasks([text])
          if (by !== 'tab') return
          edit(null)
          if (created) focus(created, 'assignee')
        }}
        onClose={by => (by !== 'blur' || pasted.length === 0 ? edit(null) : undefined)}
      />
      {pasted.length > 0 ? (
        <ManyTasks count={pasted.length} run={() => addTasks(pasted)} onClose={() => setPasted([])} />
      ) : null}
    </div>
  )
}
