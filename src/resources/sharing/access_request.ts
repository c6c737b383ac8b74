/**
 * A request for access to an object that the requester cannot see. Users who can share the object approve or reject it.
 *
 * A requester learns that the object exists, because they have its gid, and nothing else: the target is shown as gid and
 * type. To guests, outside of the workspace and for other gids, the response is that of an object that does not exist.
 */
import { forbidden, invalid, malformed, unrecognized } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { allows, rights } from '../../policy/rights.ts'
import { getForUpdate, tryInsert, update } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { schedule } from '../../store/queries/jobs/queue.ts'
import {
  pendingRequestOf,
  type RequestableType,
  recipientsOf,
  requestableTypes,
  requestTargetOf,
} from '../../store/queries/sharing/access_requests.ts'
import { computed, oneOf, one as reference, text } from '../../vocabulary/field.ts'
import { action, create, list, listing, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { notify } from '../personal/rules/notify.ts'
import { ACCESS_REQUEST_JOB } from './rules/access_request_job.ts'
import { mustShare, share } from './rules/members.ts'

export const accessRequest = resource('access_request', {
  doc: 'A request of a user for access to a project or a portfolio.',
  guard: 'access_request',
  changes: { none: 'the API has no events of requests for access; approving one creates a membership' },
  fields: {
    message: text({
      compact: true,
      nullable: true,
      write: 'create',
      max: 2000,
      doc: 'What the requester wrote to those who decide, or null.',
    }),
    approval_status: oneOf(['pending', 'approved', 'denied'], {
      compact: true,
      doc: 'Whether it was decided, and how.',
    }),
    requester: reference('user', { skipAccessCheck: true, compact: true, doc: 'The user who requested access.' }),
    target: computed(
      ['target', 'target_type'],
      rows => rows.map(({ target, target_type }) => ({ gid: String(target), resource_type: target_type })),
      { compact: true, shape: { gid: true, resource_type: true }, doc: 'The object, as its gid and its type.' },
    ),
  },
})

/** The caller may not see it, so the operations resolve it themselves. */
const target = { ...text({ required: true, doc: 'The project or portfolio.' }), types: requestableTypes }

/** Throws 400 as for an object that does not exist. */
const refuse = (given: string): never => {
  throw unrecognized('target', given.slice(0, 100))
}

/** Whether a user can see an object that one can request access to. */
export async function canSee(reader: Reader, me: number, gid: number): Promise<boolean> {
  for (const type of requestableTypes) if (allows((await rights(reader, me, type, [gid])).get(gid), 'view')) return true
  return false
}

type CreateCall = WriteCall<unknown, { target: string; message?: string | null }>

async function createRequest({ tx, actor, body }: CreateCall): Promise<number> {
  const gid = parseGid(body.target) ?? 0
  const found = (await requestTargetOf(tx, actor.gid, gid)) ?? refuse(body.target)
  if (found.is_view_only) throw forbidden('workspace')
  await mustHaveFeature(tx, found.workspace, 'access_requests')
  if (await canSee(tx, actor.gid, gid)) throw invalid('target', 'You have access to this object already')
  const row = {
    ...{ gid: tx.gid(), target: gid, target_type: found.type, workspace: found.workspace, requester: actor.gid },
    ...{ message: body.message ?? null, approval_status: 'pending', created_at: tx.now },
  }
  if (await tryInsert(tx, 'access_requests', row)) {
    await schedule(tx, ACCESS_REQUEST_JOB, row.gid, tx.now)
    await notifyAdmins(tx, row, found.type)
    return row.gid
  }
  // A second request changes the message of the first.
  const pending = (await pendingRequestOf(tx, gid, actor.gid)) ?? refuse(body.target)
  if (body.message !== undefined) await update(tx, 'access_requests', { gid: pending }, { message: body.message })
  return pending
}

/** Notifies the same people as the e-mail does. */
async function notifyAdmins(
  tx: Writer,
  { target: resource, workspace, requester: actor }: { target: number; workspace: number; requester: number },
  resource_type: RequestableType,
): Promise<void> {
  const about = { resource_type, resource, story: null, actor, at: tx.now }
  const admins = await recipientsOf(tx, resource)
  await notify(
    tx,
    workspace,
    admins.map(user => ({ user, cause: 'access_requested', ...about })),
    { sendsMail: false },
  )
}

type DecideCall = WriteCall<{ access_request_gid: number }>

/** Locks a pending request, and sets its status. */
async function decide({ tx, path }: DecideCall, approval_status: 'approved' | 'denied') {
  const request = await getForUpdate(tx, 'access_requests', path.access_request_gid)
  if (request.approval_status !== 'pending') throw malformed(`This request is ${request.approval_status} already`)
  await update(tx, 'access_requests', { gid: request.gid }, { approval_status })
  return request
}

export const operations = [
  list('/access_requests', accessRequest, {
    id: 'getAccessRequests',
    doc: 'Lists the pending requests for access to an object: all for users who can edit it, their own for others.',
    query: { target, user: reference('user', { doc: 'Only requests of this user.' }) },
    async execute(call) {
      const { reader, actor, query } = call
      const gid = parseGid(query.target) ?? 0
      const page = await listing('access_request', () => ({
        where: { target: gid, approval_status: 'pending', ...(query.user && { requester: query.user }) },
        order: ['gid'],
        guarded: true,
      }))(call)
      if (page.gids.length === 0 && !(await canSee(reader, actor.gid, gid))) refuse(query.target)
      return page
    },
  }),
  create('/access_requests', accessRequest, {
    id: 'createAccessRequest',
    doc: 'Requests access to an object. A second request of the same user changes the message of the first.',
    body: { target },
    execute: createRequest,
  }),
  action('/access_requests/{access_request_gid}/approve', accessRequest, {
    id: 'approveAccessRequest',
    doc: 'Approves a request: the requester becomes a member with the default access level of the object.',
    answers: 'nothing',
    body: {},
    async execute(call) {
      const { target: parent, requester: member } = await decide(call, 'approved')
      const by = { me: call.actor.gid, right: call.rights.access_request_gid }
      const at = { parent: 'target', member: 'requester', level: 'access_level' }
      await share(call.tx, by, { parent, member, at })
      return undefined
    },
  }),
  action('/access_requests/{access_request_gid}/reject', accessRequest, {
    id: 'rejectAccessRequest',
    doc: 'Rejects a request. The requester can send another.',
    answers: 'nothing',
    body: {},
    async execute(call) {
      const { target: gid, target_type } = await decide(call, 'denied')
      const by = { me: call.actor.gid, right: call.rights.access_request_gid }
      await mustShare(call.tx, by, target_type as RequestableType, gid)
      return undefined
    },
  }),
]
