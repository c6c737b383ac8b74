/** The draft of a task template: on the disk until it is saved or discarded, together with the version that it is based on. */
import { useEffect, useMemo, useState } from 'react'
import { createDraftWriter } from '../../../data/drafts.ts'
import { useCache } from '../../../data/hooks.ts'
import type { Persistence } from '../../../data/persistence.ts'
import type { Gid } from '../../../data/records.ts'
import { readTaskTemplate, type TaskTemplate } from '../../../data/task_templates.ts'
import { draftOf, isSame, type TemplateDraft } from './draft.ts'

/** What was not saved when the page was left. */
interface Unsaved {
  readonly base: TaskTemplate
  readonly draft: TemplateDraft
}

export interface OpenedTemplate {
  readonly stored: TaskTemplate
  readonly unsaved: Unsaved | undefined
}

const draftKey = (template: Gid): string => `template:${template}`

/** The template on the server, and what this browser has of it that was not saved. */
export async function openTemplate(persistence: Persistence, template: Gid): Promise<OpenedTemplate> {
  const [stored, left] = await Promise.all([readTaskTemplate(template), persistence.draft(draftKey(template))])
  return { stored, unsaved: left && (JSON.parse(left.text) as Unsaved) }
}

export function useTemplateDraft({ stored, unsaved }: OpenedTemplate) {
  const { persistence } = useCache()
  const [base, setBase] = useState(unsaved?.base ?? stored)
  const [draft, setDraft] = useState(() => unsaved?.draft ?? draftOf(stored))
  const [isRestored, setRestored] = useState(unsaved !== undefined)
  const writer = useMemo(() => createDraftWriter(persistence, draftKey(stored.gid)), [persistence, stored.gid])
  const isChanged = useMemo(() => !isSame(draftOf(base), draft), [base, draft])
  useEffect(() => {
    if (isChanged) writer.write({ text: JSON.stringify({ base, draft } satisfies Unsaved) })
    else writer.clear()
  }, [writer, base, draft, isChanged])
  useEffect(() => {
    addEventListener('pagehide', writer.flush)
    return () => {
      writer.flush()
      removeEventListener('pagehide', writer.flush)
    }
  }, [writer])
  /** Begins again with a version of the server. */
  const reset = (template: TaskTemplate) => {
    setBase(template)
    setDraft(draftOf(template))
    setRestored(false)
  }
  return { base, draft, setDraft, isChanged, isRestored: isRestored && isChanged, reset, forget: writer.clear }
}
