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
  for (let tries = 0; ; tries++) {
    const heard = await ask(instance + tries, who, method, path, body)
    if ([0, 429, 503].includes(heard.status)) continue
    if (heard.status < 300 || (tries > 0 && heard.status < 500)) return heard
    throw new Error(`${method} ${path} ${JSON.stringify(body)} was answered ${heard.status} ${heard.text}`)
  }
}
