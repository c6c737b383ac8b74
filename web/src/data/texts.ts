/**
 * Rich texts that several people edit. A text goes through the outbox with the version that it is based on; the server
 * refuses it if another person changed that version, and the page merges both.
 */
import type { Answer, Outbox, OutboxItem } from './outbox.ts'
import type { Persistence } from './persistence.ts'
import type { Gid } from './records.ts'

export type TextField = 'html_notes' | 'html_text'

/** A text that was sent: what was edited, and the version that it was based on. */
interface Sent {
  readonly gid: Gid
  readonly field: TextField
  readonly base: string
  readonly value: string
}

/** What became of a text that was sent. */
export type TextReport =
  /** The server stored it. `current` is the form for a reader. */
  | ({ readonly kind: 'text_saved'; readonly current: string } & Sent)
  /** Another person wrote `theirs` meanwhile. */
  | ({ readonly kind: 'text_changed'; readonly theirs: string } & Sent)
  | ({ readonly kind: 'text_refused' } & Sent)

const PATH = '/-/texts/'
const CONFLICT = 409

/** The key of the draft of a text. */
export const textDraft = (gid: Gid): string => `text:${gid}`

/** Texts that a page edits: it keeps their drafts itself. */
export const editedTexts = new Set<Gid>()

interface NewText extends Sent {
  /** The text with names and addresses, to show until the server answers. */
  readonly shown: string
}

export function sendText(outbox: Outbox, { gid, field, base, value, shown }: NewText): void {
  const item: OutboxItem = {
    ...{ id: crypto.randomUUID(), title: 'Save text', subject: gid, createdAt: Date.now() },
    patches: [{ gid, members: { [field]: shown } }],
    call: { method: 'PUT', path: `${PATH}${gid}`, data: { field, base, value } },
  }
  outbox.push([item])
}

const isText = ({ call: { method, path } }: OutboxItem): boolean => method === 'PUT' && path.startsWith(PATH)

const textIn = (data: unknown): string => String((data as { value?: unknown } | undefined)?.value ?? '')

const sentIn = ({ subject, call }: OutboxItem): Sent => ({
  gid: subject,
  ...(call.data as unknown as Omit<Sent, 'gid'>),
})

/** What to report of a confirmed call; undefined if it is not about a text. */
export const textSaved = (item: OutboxItem, data: unknown): Extract<TextReport, { kind: 'text_saved' }> | undefined =>
  isText(item) ? { kind: 'text_saved', ...sentIn(item), current: textIn(data) } : undefined

/** What to report of a refused call; undefined if it is not about a text. */
export function textRefused(item: OutboxItem, answer: Answer): TextReport | undefined {
  if (!isText(item)) return undefined
  const sent = sentIn(item)
  const theirs = answer.status === CONFLICT ? textIn(answer.data) : undefined
  return theirs === undefined ? { kind: 'text_refused', ...sent } : { kind: 'text_changed', ...sent, theirs }
}

/**
 * Keeps a refused text as a draft, which the page that shows the object next takes from there; not where a page edits
 * it. A newer draft that was based on it is now based on the version before.
 */
export async function keepRefused(persistence: Persistence, report: TextReport, writtenAt: number): Promise<void> {
  const { gid, value, base } = report
  if (editedTexts.has(gid) || (report.kind === 'text_changed' && report.theirs === value)) return
  const newer = await persistence.draft(textDraft(gid))
  if (newer && newer.base !== value) return
  await persistence.setDraft(textDraft(gid), { text: newer?.text ?? value, base, writtenAt })
}
