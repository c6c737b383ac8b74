/** The dialog that posts a status update. What is typed stays on the disk until it is posted. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { statuses } from '../../../components/display/status_pill.tsx'
import { useNotice } from '../../../components/notices.tsx'
import type { RichTextHandle } from '../../../components/rich_text/editor_props.ts'
import { RichTextEditor } from '../../../components/rich_text/rich_text_editor.tsx'
import { useMentions } from '../../../components/rich_text/use_mentions.ts'
import { EMPTY_TEXT, isEmptyText } from '../../../components/rich_text/xml.ts'
import { Problem } from '../../../components/states.tsx'
import { createDraftWriter } from '../../../data/drafts.ts'
import { useCache } from '../../../data/hooks.ts'
import {
  type NewStatus,
  PROJECT_STATUSES,
  type ProjectStatus,
  postStatus,
  statusUpdatesQuery,
} from '../../../data/status_updates.ts'
import type { Project } from '../use_project.ts'
import { Figures } from './figures.tsx'
import './updates.css'

interface Props {
  project: Project
  /** The status that is chosen first. */
  status: ProjectStatus
  onClose(): void
}

/** The draft of the next update of a project, as JSON. */
function useDraft(project: Project, first: ProjectStatus) {
  const { persistence } = useCache()
  const key = `status:${project.gid}`
  const writer = useMemo(() => createDraftWriter(persistence, key), [persistence, key])
  const [draft, setDraft] = useState<NewStatus>()
  useEffect(() => {
    const empty = { status_type: first, title: '', html_text: EMPTY_TEXT }
    void persistence.draft(key).then(left => {
      const kept = left ? (JSON.parse(left.text) as NewStatus) : {}
      setDraft(known => known ?? { ...empty, ...kept, status_type: first })
    })
    addEventListener('pagehide', writer.flush)
    return () => {
      writer.flush()
      removeEventListener('pagehide', writer.flush)
    }
  }, [persistence, key, writer, first])
  const change = (members: Partial<NewStatus>) =>
    setDraft(known => {
      if (!known) return known
      const next = { ...known, ...members }
      if (next.title === '' && isEmptyText(next.html_text)) writer.clear()
      else writer.write({ text: JSON.stringify(next) })
      return next
    })
  return { draft, change, clear: writer.clear }
}

export function StatusDialog({ project, status, onClose }: Props) {
  const { draft, change, clear } = useDraft(project, status)
  const cache = useCache()
  const client = useQueryClient()
  const notify = useNotice()
  const editor = useRef<RichTextHandle>(null)
  const { findPeople, open } = useMentions()
  const post = useMutation({
    mutationFn: (update: NewStatus) => postStatus(project.gid, update),
    onSuccess: () => {
      clear()
      cache.refresh('project', project.gid)
      void client.invalidateQueries({ queryKey: statusUpdatesQuery(project.gid).queryKey })
      notify('Update posted')
      onClose()
    },
  })
  const submit = () => {
    if (draft && !post.isPending) post.mutate({ ...draft, html_text: editor.current?.getValue() ?? draft.html_text })
  }
  const addText = (xml: string) => {
    const text = `${(editor.current?.getValue() ?? EMPTY_TEXT).replace(/<\/body>$/, '')}${xml}</body>`
    editor.current?.setValue(text)
    change({ html_text: text })
  }
  if (!draft) return null
  return (
    <Dialog title="Status update" onClose={onClose}>
      <div className="status-form">
        <StatusChoice value={draft.status_type} onChange={status_type => change({ status_type })} />
        <label className="field">
          <span className="status-label">Title</span>
          <input
            className="input"
            value={draft.title}
            maxLength={1024}
            placeholder={`Update of ${project.title}`}
            onChange={event => change({ title: event.currentTarget.value })}
          />
        </label>
        <div className="field">
          <span className="status-label" aria-hidden="true">
            Update
          </span>
          <RichTextEditor
            ref={editor}
            label="Update"
            placeholder="What happened, what is next, what is in the way?"
            profile="limited"
            value={draft.html_text}
            onChange={html_text => change({ html_text })}
            onMention={findPeople}
            onOpenLink={open}
            onSubmit={submit}
          />
        </div>
        <Figures project={project.gid} onAdd={addText} />
        {post.error ? <Problem error={post.error} /> : null}
        <div className="form-end">
          <Button kind="primary" keys="Mod+Enter" pending={post.isPending} onPress={submit}>
            Post
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}

function StatusChoice({ value, onChange }: { value: ProjectStatus; onChange(status: ProjectStatus): void }) {
  const name = useId()
  return (
    <div className="status-choice" role="radiogroup" aria-label="Status">
      {PROJECT_STATUSES.map(status => (
        <label key={status} className={`status-pill color-${statuses[status].color}`}>
          <input type="radio" name={name} checked={status === value} onChange={() => onChange(status)} />
          <span className="status-dot" />
          {statuses[status].label}
        </label>
      ))}
    </div>
  )
}
