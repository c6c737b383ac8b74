/** The heading of a column: collapse, name, count and the actions of its section. */
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import type { Gid } from '../../data/records.ts'
import { IconButton } from '../control/icon_button.tsx'
import { afterOverlay } from '../focus.ts'
import { Icon } from '../icon/icon.tsx'
import { MenuButton, type MenuGroup } from '../overlay/menu.tsx'
import { InlineText } from '../task_list/inline_text.tsx'
import { inColumn, type Typing, useBoard } from './board_context.ts'
import type { BoardColumn } from './columns.ts'

interface Props {
  column: BoardColumn
  headingId: string
}

export function ColumnHead({ column: { gid, kind, title, cards }, headingId }: Props) {
  const { canEdit, isCollapsed, toggle, rename, typing, setTyping } = useBoard()
  const isClosed = isCollapsed(gid)
  const canChange = canEdit && kind === 'section'
  const isRenaming = typing?.type === 'rename' && typing.column === gid
  return (
    <header className="board-column-head" data-drag-column={canChange ? gid : undefined}>
      <IconButton
        icon={isClosed ? ChevronRight : ChevronDown}
        label={`${isClosed ? 'Expand' : 'Collapse'} ${title}`}
        size="small"
        onPress={() => toggle(gid)}
      />
      <h2 id={headingId} className={isRenaming ? 'visually-hidden' : 'board-column-title'}>
        {title}
      </h2>
      {isRenaming ? (
        <InlineText
          label="Section name"
          initial={title}
          opener={inColumn(gid, '[aria-haspopup]')}
          onCommit={name => rename(gid, name)}
          onClose={() => setTyping(null)}
        />
      ) : (
        <span className="board-column-count">{cards.length}</span>
      )}
      {canChange && !isClosed ? <SectionActions gid={gid} title={title} /> : null}
    </header>
  )
}

function SectionActions({ gid, title }: { gid: Gid; title: string }) {
  const { sections, moveSection, deleteSection, setTyping } = useBoard()
  const index = sections.indexOf(gid)
  // The menu returns the focus to its button first: the text field would take that for a press elsewhere.
  const type = (what: Typing) => afterOverlay(() => setTyping(what))
  const groups: MenuGroup[] = [
    {
      actions: [
        {
          ...{ id: 'rename', label: 'Rename', icon: Pencil },
          onAction: () => type({ type: 'rename', column: gid }),
        },
      ],
    },
    {
      actions: [
        {
          ...{ id: 'up', label: 'Move up', icon: ArrowLeft, isDisabled: index <= 0 },
          onAction: () => moveSection(gid, 'up'),
        },
        {
          ...{ id: 'down', label: 'Move down', icon: ArrowRight, isDisabled: index === sections.length - 1 },
          onAction: () => moveSection(gid, 'down'),
        },
        {
          ...{ id: 'below', label: 'Add section below', icon: Plus },
          onAction: () => type({ type: 'column', after: gid }),
        },
      ],
    },
  ]
  const remove = { id: 'delete', label: 'Delete section', icon: Trash, isDanger: true }
  if (sections.length > 1) groups.push({ actions: [{ ...remove, onAction: () => deleteSection(gid) }] })
  return (
    <MenuButton label={`Section actions: ${title}`} className="icon-button small" groups={groups}>
      <Icon of={Ellipsis} />
    </MenuButton>
  )
}
