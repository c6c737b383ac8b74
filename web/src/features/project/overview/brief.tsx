/** The brief of a project: one text that everybody can read and editors write together. */
import { useMutation } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextConflict } from '../../../components/rich_text/conflict.tsx'
import type { RichTextHandle } from '../../../components/rich_text/editor_props.ts'
import { RichTextEditor } from '../../../components/rich_text/rich_text_editor.tsx'
import { RichText } from '../../../components/rich_text/text.tsx'
import { useMentions } from '../../../components/rich_text/use_mentions.ts'
import { useText } from '../../../components/rich_text/use_text.ts'
import { EMPTY_TEXT, isEmptyText } from '../../../components/rich_text/xml.ts'
import { Problem } from '../../../components/states.tsx'
import { call } from '../../../data/call.ts'
import { flatten } from '../../../data/fields.ts'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import type { Project } from '../use_project.ts'
import { OverviewCard } from './card.tsx'

interface Props {
  project: Project
  canEdit: boolean
}

const FIELDS = 'title,html_text'

export function Brief({ project, canEdit }: Props) {
  const gid = (project.project_brief ?? null) as Gid | null
  return (
    <OverviewCard title="Brief">
      {gid ? <StoredBrief key={gid} brief={gid} canEdit={canEdit} /> : <NoBrief project={project} canEdit={canEdit} />}
    </OverviewCard>
  )
}

function NoBrief({ project, canEdit }: Props) {
  const cache = useCache()
  const create = useMutation({
    mutationFn: async () => {
      const path = `/api/1.0/projects/${project.gid}/project_briefs?opt_fields=${FIELDS}`
      const made = await call<{ gid: Gid }>('POST', path, { title: project.title, html_text: EMPTY_TEXT })
      cache.records.confirm([
        ...flatten(made, 'project_brief'),
        { gid: project.gid, members: { project_brief: made.gid } },
      ])
    },
  })
  if (!canEdit) return <p className="overview-nothing">No brief yet.</p>
  return (
    <>
      <p className="overview-nothing">Say what the project is for, what belongs to it, and how you know it is done.</p>
      {create.error ? <Problem error={create.error} /> : null}
      <span>
        <Button icon={FileText} pending={create.isPending} onPress={() => create.mutate()}>
          Write a brief
        </Button>
      </span>
    </>
  )
}

function StoredBrief({ brief, canEdit }: { brief: Gid; canEdit: boolean }) {
  const cache = useCache()
  const text = useRecord(brief)?.html_text as string | undefined
  useEffect(() => {
    // Without the server the page shows what it knows.
    cache.read('project_brief', brief, FIELDS).catch(() => {})
  }, [cache, brief])
  if (text === undefined) return <div className="skeleton" />
  if (canEdit) return <EditedBrief brief={brief} value={text} />
  return isEmptyText(text) ? <p className="overview-nothing">No brief yet.</p> : <RichText value={text} />
}

function EditedBrief({ brief, value }: { brief: Gid; value: string }) {
  const editor = useRef<RichTextHandle>(null)
  const { conflict, enter, change, leave, choose } = useText(brief, 'html_text', editor, true)
  const { findAll, open } = useMentions()
  return (
    <>
      {conflict ? <TextConflict {...conflict} onChoose={choose} /> : null}
      <div className="overview-brief" hidden={conflict !== undefined}>
        <RichTextEditor
          ref={editor}
          label="Brief"
          placeholder="What is this project for?"
          profile="full"
          value={value}
          onFocus={enter}
          onChange={change}
          onBlur={leave}
          onMention={findAll}
          onOpenLink={open}
        />
      </div>
    </>
  )
}
