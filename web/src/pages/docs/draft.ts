/** A request that somebody is writing: what is needed at first, then what they have changed. */
import { useState } from 'react'
import type { Session } from '../../api/types.ts'
import type { Operation, Reference } from './document.ts'
import { requestOf, type SampleRequest, sampleBody, sampleParameters } from './example.ts'

export interface RequestDraft {
  values: Record<string, string>
  body: string | undefined
}

interface DraftInput {
  reference: Reference
  operation: Operation
  /** Null for a stranger, undefined while nobody knows. */
  person: Session | null | undefined
}

const OWN = /\b(?:WORKSPACE|ORGANIZATION)_GID\b/g
/** Stands for a value that the person has to choose. */
const isPlaceholder = (value: string) => /^[A-Z][A-Z_]*$/.test(value)

/** What is needed; where a placeholder means the organization, the one that the person belongs to. */
function firstDraft({ reference, operation, person }: DraftInput): RequestDraft {
  const body = sampleBody(reference, operation)
  const [own] = person?.organizations ?? []
  const filled = (text: string) => (own ? text.replaceAll(OWN, own.gid) : text)
  const entries = Object.entries(sampleParameters(operation)).map(([name, value]) => [name, filled(value)])
  return { values: Object.fromEntries(entries), body: body && filled(JSON.stringify({ data: body }, null, 2)) }
}

/** Without what only stands for a value: an empty field says that there is something to fill in. */
function withoutPlaceholders({ values, body }: RequestDraft): RequestDraft {
  return {
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isPlaceholder(value) ? '' : value]),
    ),
    body,
  }
}

interface DraftState {
  draft: RequestDraft
  setDraft(draft: RequestDraft): void
  /** What is sent. */
  request: SampleRequest
  /** What the curl line shows: the same, with placeholders where nothing was chosen yet. */
  shown: SampleRequest
}

export function useDraft(asked: DraftInput): DraftState {
  const { reference, operation } = asked
  const [written, setDraft] = useState<RequestDraft>()
  const first = firstDraft(asked)
  const draft = written ?? withoutPlaceholders(first)
  const inPath = operation.parameters
    .filter(one => one.in === 'path')
    .map(({ name }) => [name, first.values[name] ?? ''])
  const given = Object.entries(draft.values).filter(([, value]) => value !== '')
  const usual = written ? Object.fromEntries(inPath) : first.values
  return {
    draft,
    setDraft,
    request: requestOf(reference, operation, draft.values, draft.body),
    shown: requestOf(reference, operation, { ...usual, ...Object.fromEntries(given) }, draft.body),
  }
}
