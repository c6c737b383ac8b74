/** Requests that must succeed: they are repeated at another instance until they do. */
import type { Caller, Reply, Stage } from './stage.ts'

/**
 * Repeats a request until it is answered. A repetition may be refused because an unanswered attempt succeeded; that
 * counts as success.
 */
export async function sendOk(
  { ask }: Stage,
  instance: number,
  who: Caller,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    const reply = await ask(instance + attempt, who, method, path, body)
    if ([0, 429, 503].includes(reply.status)) continue
    if (reply.status < 300 || (attempt > 0 && reply.status < 500)) return reply
    throw new Error(`${method} ${path} ${JSON.stringify(body)} was answered ${reply.status} ${reply.text}`)
  }
}
