/** An out-of-office entry says that a person is away on some days, the first and the last included. */
import { forbidden, invalid } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { deleteWhere, getForUpdate, insert, update as set } from '../../store/change.ts'
import { oooEntryPage } from '../../store/queries/absence/ooo_entries.ts'
import { date, one, type Values } from '../../vocabulary/field.ts'
import { create, get, list, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { type creatable, resource, type updatable } from '../../vocabulary/resource.ts'
import { lockMembers } from '../work/rules/membership.ts'

export const oooEntry = resource('ooo_entry', {
  doc: 'Days on which a person is out of office.',
  guard: 'ooo_entry',
  changes: { addedTo: { workspace: 'workspace' }, streams: ['workspace'] },
  fields: {
    start_date: date({ compact: true, write: 'always', required: true, doc: 'The first day.' }),
    end_date: date({ compact: true, write: 'always', required: true, doc: 'The last day.' }),
    user: one('user', {
      skipAccessCheck: true,
      compact: true,
      write: 'create',
      need: 'view',
      required: true,
      doc: 'The person who is away. Cannot change.',
    }),
    created_by: one('user', { skipAccessCheck: true, compact: true, doc: 'The user who created the entry.' }),
  },
})

const workspaceInput = {
  workspace: one('workspace', { need: 'comment', required: true, doc: 'The workspace of the user.' }),
}

type EntryFields = (typeof oooEntry)['fields']
type CreateAbsenceCall = WriteCall<
  unknown,
  Values<ReturnType<typeof creatable<EntryFields>>> & Values<typeof workspaceInput>
>
type UpdateAbsenceCall = WriteCall<{ ooo_entry_gid: number }, Values<ReturnType<typeof updatable<EntryFields>>>>

/** Throws 400 for an end before its start. */
export function mustBeInOrder(start: string | undefined, end: string | undefined): void {
  if (start !== undefined && end !== undefined && start > end) throw invalid('end_date', 'Cannot be before start_date')
}

async function createEntry({ body, rights, tx, actor }: CreateAbsenceCall): Promise<number> {
  const { workspace, user, start_date, end_date } = body
  if (user !== actor.gid && !allows(rights.workspace, 'admin')) throw forbidden('user')
  mustBeInOrder(start_date, end_date)
  await lockMembers(tx, workspace, [user], () => 'user')
  const gid = tx.gid()
  const entry = { gid, workspace, user, start_date, end_date }
  await insert(tx, 'ooo_entries', { ...entry, created_by: actor.gid, created_at: tx.now })
  return gid
}

async function updateEntry({ body, path, tx }: UpdateAbsenceCall): Promise<void> {
  const { gid, start_date, end_date } = await getForUpdate(tx, 'ooo_entries', path.ooo_entry_gid)
  const after = { start_date: body.start_date ?? start_date, end_date: body.end_date ?? end_date }
  mustBeInOrder(after.start_date, after.end_date)
  if (after.start_date !== start_date || after.end_date !== end_date) await set(tx, 'ooo_entries', { gid }, after)
}

export const operations = [
  list('/ooo_entries', oooEntry, {
    id: 'getOooEntries',
    doc: 'Lists the out-of-office entries of a user in a workspace, or those that overlap a period.',
    query: {
      user: one('user', { required: true, doc: 'The user.' }),
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
      start_date: date({ doc: 'Only entries that end on this day or later.' }),
      end_date: date({ doc: 'Only entries that start on this day or earlier.' }),
    },
    execute({ query: { user, workspace, start_date: from, end_date: until }, reader, actor, window }) {
      mustBeInOrder(from, until)
      const period = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }
      return oooEntryPage(reader, actor.gid, { user, workspace, ...period }, window)
    },
  }),
  create('/ooo_entries', oooEntry, {
    id: 'createOooEntry',
    doc: 'Creates an out-of-office entry of the caller. Administrators and service accounts can create those of others.',
    body: workspaceInput,
    execute: createEntry,
  }),
  get('/ooo_entries/{ooo_entry_gid}', oooEntry, { id: 'getOooEntry', doc: 'Gets an out-of-office entry.' }),
  update('/ooo_entries/{ooo_entry_gid}', oooEntry, {
    id: 'updateOooEntry',
    doc: 'Updates the days of an out-of-office entry.',
    execute: updateEntry,
  }),
  remove('/ooo_entries/{ooo_entry_gid}', oooEntry, {
    id: 'deleteOooEntry',
    doc: 'Deletes an out-of-office entry.',
    execute: ({ path, tx }) => deleteWhere(tx, 'ooo_entries', { gid: path.ooo_entry_gid }),
  }),
]
