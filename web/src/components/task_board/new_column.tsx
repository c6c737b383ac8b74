/** A new column: the button after the last one, and the textbox for its name. */
import Plus from 'lucide-react/icons/plus'
import type { Gid } from '../../data/records.ts'
import { Icon } from '../icon/icon.tsx'
import { InlineText } from '../task_list/inline_text.tsx'
import { useBoard } from './board_context.ts'

export function NewColumn({ after }: { after: Gid | null }) {
  const { addSection, setTyping } = useBoard()
  return (
    <div className="board-column new">
      <div className="board-column-head">
        <InlineText
          label="Section name"
          placeholder="Name of the section"
          opener=".board-add-column"
          onCommit={name => addSection(name, after)}
          onClose={() => setTyping(null)}
        />
      </div>
    </div>
  )
}

export function AddColumn() {
  const { setTyping } = useBoard()
  return (
    <button type="button" className="board-add-column" onClick={() => setTyping({ type: 'column', after: null })}>
      <Icon of={Plus} />
      Add section
    </button>
  )
}
