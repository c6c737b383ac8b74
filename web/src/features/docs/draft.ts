/** The request that a person edits: the required values at first, then their input. */
import { useState } from 'react'
import type { CurrentSession } from '../../data/types.ts'
import type { Operation, Reference } from './document.ts'
import { requestOf, type SampleRequest, sampleBody, sampleParameters } from './example.ts'

export interface RequestDraft {
  values: Record<string, string>
  body: string | undefined
}

interface DraftInput {
  reference: Reference
  operation: Operation
  /** Null without a session, undefined while loading. */
  person: CurrentSession | null | undefined
}

const ORGANIZATION_PLACEHOLDER = /\b(?:WORKSPACE|ORGANIZATION)_GID\b/g
/** Whether a value is a placeholder, which the person must replace. */
const isPlaceholder = (value: string) => /^[A-Z][A-Z_]*$/.test(value)

/** The required values. A placeholder for the organization becomes the first organization of the person. */
function firstDraft({ reference, operation, person }: DraftInput): RequestDraft {
  const body = sampleBody(reference, operation)
  const [own] = person?.organizations ?? []
  const filled = (text: string) => (own ? text.replaceAll(ORGANIZATION_PLACEHOLDER, own.gid) : text)
  const entries = Object.entries(sampleParameters(operation)).map(([name, value]) => [name, filled(value)])
  return { values: Object.fromEntries(entries), body: body && filled(JSON.stringify({ data: body }, null, 2)) }
}

/** The draft with empty fields instead of placeholders. */
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
  /** The request to send. */
  request: SampleRequest
  /** The request of the curl command, with placeholders for missing values. */
  shown: SampleRequest
}

export function useDraft(input: DraftInput): DraftState {
  const { reference, operation } = input
  const [edited, setDraft] = useState<RequestDraft>()
  const first = firstDraft(input)
  const draft = edited ?? withoutPlaceholders(first)
  const inPath = operation.parameters
    .filter(one => one.in === 'path')
    .map(({ name }) => [name, first.values[name] ?? ''])
  const filled = Object.entries(draft.values).filter(([, value]) => value !== '')
  const defaults = edited ? Object.fromEntries(inPath) : first.values
  return {
    draft,
    setDraft,
    request: requestOf(reference, operation, draft.values, draft.body),
    shown: requestOf(reference, operation, { ...defaults, ...Object.fromEntries(filled) }, draft.body),
  }
}
