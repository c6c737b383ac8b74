/** What the pictures of tasks and people show. */
import type { WorkRecord } from '../../../data/records.ts'
import type { MarkKind } from '../../icon/completion_mark.tsx'

export const markOf = (subtype: unknown): MarkKind =>
  subtype === 'milestone' || subtype === 'approval' ? subtype : 'task'

export const photoOf = (record: WorkRecord | undefined): string | null =>
  (record?.photo as { image_36x36?: string } | null | undefined)?.image_36x36 ?? null
