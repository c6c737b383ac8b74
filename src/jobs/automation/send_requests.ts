/**
 * The job that sends the requests of one rule, in order, with the client of webhooks. A request whose target does not
 * accept it is repeated with increasing delays; a target may receive one twice; both
 * then have the same `run`.
 */
import type { Clock } from '../../lib/clock.ts'
import { deleteAndCount, findForUpdate, update } from '../../store/change.ts'
import type { Store } from '../../store/db.ts'
import { nextRequest, type RequestRow } from '../../store/queries/automation/runs.ts'
import type { HttpPost } from '../../vocabulary/outbound.ts'
import { backOff } from '../back_off.ts'
import type { Notifier } from '../notify_by_email.ts'
import type { JobKind } from '../worker.ts'
import { notifyOfPause, recordFailure } from './failures.ts'

/** The kind of these jobs; their subject is the rule. */
export const SEND_REQUESTS = 'send_rule_requests'

/** After this number of attempts, within about 40 minutes, a request is deleted. */
const MAX_ATTEMPTS = 9

interface SendingOptions {
  store: Store
  clock: Clock
  post: HttpPost
  notify: Notifier
}

export const sendRequests = (options: SendingOptions): JobKind => ({
  async perform(rule) {
    const { store, clock, post } = options
    const request = await nextRequest(store.read, rule)
    if (!request || request.send_at > clock()) return request?.send_at
    const { status, error, isRefused } = await post(request.url, {}, request.body)
    const isAccepted = status !== null && Math.floor(status / 100) === 2
    const attempts = request.attempts + 1
    if (isAccepted) await store.write(tx => deleteAndCount(tx, 'rule_requests', { gid: request.gid }))
    else if (isRefused || attempts >= MAX_ATTEMPTS)
      await giveUp(options, request, error ?? `The target answered with status ${status}.`)
    else {
      const delay = backOff(attempts)
      await store.write(tx => update(tx, 'rule_requests', { gid: request.gid }, { attempts, send_at: tx.now + delay }))
    }
    return clock()
  },
})

/** Deletes a request that cannot be sent. The rule failed. */
async function giveUp({ store, notify }: SendingOptions, request: RequestRow, error: string): Promise<void> {
  const text = `Sending a request to ${new URL(request.url).host} failed. ${error}`
  const paused = await store.write(async tx => {
    // Lock order: the rule before its requests, as when it is deleted.
    const rule = await findForUpdate(tx, 'rules', { gid: request.rule })
    if (!rule || (await deleteAndCount(tx, 'rule_requests', { gid: request.gid })) === 0) return undefined
    const reason = await recordFailure(tx, rule.gid, text)
    return reason === undefined ? undefined : { rule, reason }
  })
  if (paused) await notifyOfPause(notify, paused.rule, paused.reason)
}
