/**
 * Status updates in both of their forms: `status_update` and `project_status` are the same row with the same gid.
 * - A status update and the current status of its object are written in one transaction.
 * - The object is locked before its latest status update is read, so concurrent writes cannot leave an older one.
 */
import {
  invalid,
  invalidReference,
  missingInput,
  missingMember,
  notAllowed,
  unknownObject,
} from '../../../lib/errors.ts'
import { allows, type Right } from '../../../policy/rights.ts'
import { getForUpdate, insert, update as set } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { STATUS_COLORS } from '../../../store/queries/columns.ts'
import { computed, json, one, text as textField, timestamp, type Values } from '../../../vocabulary/field.ts'
import { lockStatusParent, type StatusParent, updateCurrentStatus } from '../../sharing/rules/status_parents.ts'
import { parseTexts, plainText, richText } from './rich_text.ts'

/** The text of a status, in both forms. */
export const statusTextFields = {
  text: computed(['text', 'html_text'], plainText('text', 'html_text'), {
    write: 'create',
    doc: 'The text, as plain text. This or `html_text` is required.',
  }),
  html_text: computed(['text', 'html_text'], richText('text', 'html_text'), {
    optIn: true,
    write: 'create',
    doc: 'The text, as rich text.',
  }),
}

const MAX_TITLE_CHARACTERS = 1024

/** The types of the status updates of projects and portfolios. */
const statusTypes = ['on_track', 'at_risk', 'off_track', 'on_hold', 'complete', 'dropped'] as const

/** The types of the status updates of goals. */
const goalStatusTypes = ['on_track', 'at_risk', 'off_track', 'achieved', 'partial', 'missed', 'dropped'] as const

/** The types of status updates of any object. */
export const allStatusTypes = [...new Set([...statusTypes, ...goalStatusTypes])]

/** Throws 400 for a type that the status updates of this object do not have. */
function mustFitParent({ type }: StatusParent, status_type: string): void {
  const types: readonly string[] = type === 'goal' ? goalStatusTypes : statusTypes
  if (!types.includes(status_type)) throw invalid('status_type', `Not a recognized value: ${status_type}`)
}

/** The colour of a status; undefined for a dropped project. */
const colorOf = (type: string): string | undefined => (STATUS_COLORS as Record<string, string>)[type]

/** The status of a colour. */
export const statusOf = (color: string) => statusTypes.find(type => colorOf(type) === color) ?? 'on_track'

export const statusTitle = textField({
  compact: true,
  write: 'create',
  max: MAX_TITLE_CHARACTERS,
  doc: 'The title. By default, it has the day.',
})

/** Who created a status, and when, in both forms. */
export const statusAuthorFields = {
  author: one('user', { skipAccessCheck: true, column: 'created_by', doc: 'The older name of `created_by`.' }),
  created_at: timestamp({ doc: 'When it was created.' }),
  created_by: one('user', { skipAccessCheck: true, doc: 'The user who created it.' }),
  modified_at: timestamp({ doc: 'When it was last changed.' }),
}

interface StatusInput {
  title?: string
  text?: string
  html_text?: string
}

const newStatus = { gid: true, title: true, text: true, html_text: true } as const

// wire: contract: both are in the body of a project; that they create a status update is a guess from older clients
/** A new status that is sent with a project. One with a gid is what the client read, and changes nothing. */
export const currentStatusInput = {
  current_status: json({
    nullable: true,
    shape: { ...newStatus, color: true },
    doc: 'A new status of the project: `color`, `text` or `html_text`, and `title`. Null changes nothing.',
  }),
  current_status_update: json({
    nullable: true,
    shape: { ...newStatus, status_type: true },
    doc: 'The same with `status_type` instead of the colour.',
  }),
}

/** Creates the status update that was sent with a project, if there is one. Throws 400 for an invalid one. */
export async function createSentStatus(
  tx: Writer,
  me: number,
  project: number,
  { current_status: older, current_status_update: newer }: Values<typeof currentStatusInput>,
): Promise<void> {
  if (newer && !newer.gid) await createSent(tx, me, project, newer, 'current_status_update', 'status_type')
  else if (older && !older.gid) await createSent(tx, me, project, older, 'current_status', 'color')
}

async function createSent(
  tx: Writer,
  me: number,
  project: number,
  status: Record<string, unknown>,
  at: string,
  member: 'status_type' | 'color',
): Promise<void> {
  const { [member]: state, ...text } = status as StatusInput & { status_type?: string; color?: string }
  if (state === undefined) throw missingMember(`${at}: ${member}`)
  const type = statusTypes.find(type => state === (member === 'color' ? colorOf(type) : type))
  if (type === undefined) throw invalid(`${at}: ${member}`, `Not a recognized value: ${state.slice(0, 100)}`)
  if ((text.title?.length ?? 0) > MAX_TITLE_CHARACTERS)
    throw invalid(`${at}: title`, `Text is too long (maximum ${MAX_TITLE_CHARACTERS} characters)`)
  await createStatus(tx, me, project, type, text)
}

/** Creates a status update of an object; returns its gid. Throws 400 for a blank text. */
export async function createStatus(tx: Writer, me: number, object: number, status_type: string, body: StatusInput) {
  const text = parseTexts({ ...body }, ['text', 'html_text'], 'text')
  if (!text || text.plain.trim() === '') throw missingInput(text && text.rich !== null ? 'html_text' : 'text')
  const parent = await lockStatusParent(tx, object)
  // Another transaction may have deleted it after the rights were checked.
  if (parent?.deleted_at !== null) throw invalidReference('parent', object)
  mustFitParent(parent, status_type)
  const gid = tx.gid()
  await insert(tx, 'status_updates', {
    gid,
    parent: object,
    workspace: parent.workspace,
    resource_subtype: `${parent.type}_status_update`,
    status_type,
    title: body.title?.trim() ? body.title : defaultTitle(tx.now),
    text: text.plain,
    html_text: text.rich,
    created_by: me,
    created_at: tx.now,
    modified_at: tx.now,
    deleted_at: null,
    deleted_by: null,
  })
  await updateCurrentStatus(tx, parent)
  return gid
}

/** Moves a status update to the trash. Throws 403 unless the caller wrote it, or can edit its object. */
export async function deleteStatus(tx: Writer, me: number, gid: number, right: Right | undefined): Promise<void> {
  const { parent, created_by, deleted_at, resource_subtype } = await getForUpdate(tx, 'status_updates', gid)
  if (created_by !== me && !allows(right, 'edit')) {
    const noun = resource_subtype.replace(/_status_update$/, '')
    throw notAllowed(`Only its author and editors of the ${noun} can delete a status update.`)
  }
  if (deleted_at !== null) throw unknownObject('status_update', gid)
  await set(tx, 'status_updates', { gid }, { deleted_at: tx.now, deleted_by: me })
  const object = await lockStatusParent(tx, parent)
  if (object) await updateCurrentStatus(tx, object)
}

/** `Status update - Nov 22`: the day in UTC. */
function defaultTitle(now: number): string {
  const day = new Date(now).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return `Status update - ${day}`
}
