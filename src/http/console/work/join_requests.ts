/** Requests to join a team: the API has requests for access only to projects, portfolios and goals. */
import { missingInput } from '../../../lib/errors.ts'
import {
  decideJoinRequest,
  joinRequestInput,
  listJoinRequests,
  presentJoinRequest,
  requestToJoin,
  withdrawJoinRequest,
} from '../../../resources/sharing/rules/join_requests.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

const path = '/join_requests/:join_request_gid'

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/join_requests', {
    doc:
      'The pending requests to join the team `?team=`, the oldest first, at most 100, as `{can_decide, requests: [{gid, ' +
      'message, created_at, requester: {gid, name, photo}}]}`: all for those who decide on them by the setting ' +
      '`join_request_management_access_level` of the team, otherwise that of the caller.',
    async execute({ console: { store }, actor, query: { team } }) {
      if (team === undefined) throw missingInput('team')
      return { data: await listJoinRequests(store.read, actor.gid, team) }
    },
  }),
  sessionRoute('POST', '/join_requests', {
    doc:
      'Request to join a team whose visibility is `request_to_join`. Its admins are notified; without any its members. ' +
      'A second request changes the message of the first. A person can have 50 pending requests in an organization, a ' +
      'team 500.',
    body: joinRequestInput,
    execute: ({ console: { store }, actor, body }) =>
      store.write(async tx => ({
        status: created,
        data: presentJoinRequest(await requestToJoin(tx, actor.gid, body)),
      })),
  }),
  sessionRoute('POST', `${path}/approve`, {
    doc: 'Approve a request to join: the requester becomes a member of the team, as by `addUser`.',
    execute: ({ console: { store }, actor, path: { join_request_gid: gid = 0 } }) =>
      store.write(async tx => {
        await decideJoinRequest(tx, actor.gid, gid, 'approved')
        return {}
      }),
  }),
  sessionRoute('POST', `${path}/reject`, {
    doc: 'Reject a request to join. The requester can send another.',
    execute: ({ console: { store }, actor, path: { join_request_gid: gid = 0 } }) =>
      store.write(async tx => {
        await decideJoinRequest(tx, actor.gid, gid, 'denied')
        return {}
      }),
  }),
  sessionRoute('DELETE', path, {
    doc: 'Withdraw a pending request of the caller.',
    execute: ({ console: { store }, actor, path: { join_request_gid: gid = 0 } }) =>
      store.write(async tx => {
        await withdrawJoinRequest(tx, actor.gid, gid)
        return {}
      }),
  }),
]
