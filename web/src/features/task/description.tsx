/** The description of a task. */
import { useRef } from 'react'
import { useAct } from '../../components/act.ts'
import { TextConflict } from '../../components/rich_text/conflict.tsx'
import type { RichTextHandle } from '../../components/rich_text/editor_props.ts'
import { RichTextEditor } from '../../components/rich_text/rich_text_editor.tsx'
import { RichText } from '../../components/rich_text/text.tsx'
import { useMentions } from '../../components/rich_text/use_mentions.ts'
import { useText } from '../../components/rich_text/use_text.ts'
import { EMPTY_TEXT, isEmptyText } from '../../components/rich_text/xml.ts'
import { useCache } from '../../data/hooks.ts'
import { createTask } from '../../data/tasks.ts'
import { PartTitle } from './part.tsx'
import { inParent } from './subtasks.tsx'
import type { Task } from './use_task.ts'

interface Props {
  task: Task
  canEdit: boolean
  onFiles(files: readonly File[]): void
}

export function Description({ task: { gid, html_notes = EMPTY_TEXT }, canEdit, onFiles }: Props) {
  const editor = useRef<RichTextHandle>(null)
  const { conflict, enter, change, leave, choose } = useText(gid, 'html_notes', editor, canEdit)
  const { findAll, open } = useMentions()
  const cache = useCache()
  const act = useAct()
  const addSubtask = (name: string) =>
    act({ title: 'Task created', steps: createTask(cache, inParent(gid, 'bottom'), { name }) })
  if (!canEdit) {
    return isEmptyText(html_notes) ? null : (
      <section className="task-description" aria-label="Description">
        <PartTitle isHidden>Description</PartTitle>
        <RichText value={html_notes} />
      </section>
    )
  }
  return (
    <div className="task-description">
      <PartTitle isHidden>Description</PartTitle>
      {conflict ? <TextConflict {...conflict} onChoose={choose} /> : null}
      <div hidden={conflict !== undefined}>
        <RichTextEditor
          ref={editor}
          label="Description"
          placeholder="What is this task about?"
          profile="full"
          value={html_notes}
          onFocus={enter}
          onChange={change}
          onBlur={leave}
          onMention={findAll}
          onFiles={onFiles}
          onSubtask={addSubtask}
          onOpenLink={open}
        />
      </div>
    </div>
  )
}
