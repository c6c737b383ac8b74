/** The cost of the typed client above plain `fetch`, without a server: both get the same response from memory. */
import type { ApiClient } from '../../src/client/api_client.ts'
import { clientWith } from '../../src/client/operations.ts'
import type { RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { timed } from '../table.ts'

const CALLS = 20_000

const body = JSON.stringify({ data: { gid: '1', name: 'Task', assignee: { gid: '2', name: 'Ann' } } })
const headers = { 'content-type': 'application/json; charset=UTF-8' }
const url = 'http://127.0.0.1:8080/api/1.0'
const token = 'token'

/** What both do: a response is created, and its body is read. */
const send = async (_url: string, _init: RequestInit): Promise<Response> => new Response(body, { headers })

type Methods = ApiClient & { getTask(gid: string, input: object): Promise<unknown> }

const Workloom = clientWith('getTask GET /tasks/{task_gid} data')

async function byFetch(): Promise<void> {
  const init = { method: 'GET', headers: { authorization: `Bearer ${token}`, accept: 'application/json' } }
  const response = await send(`${url}/tasks/1?opt_fields=name,assignee.name`, init)
  if (!response.ok) throw new Error('refused')
  JSON.parse(await response.text())
}

/** Microseconds of one call,. */
async function microseconds(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (let count = 0; count < CALLS; count++) await call()
  return ((performance.now() - began) / CALLS) * 1000
}

export const client: RowMeasurement = async report => {
  const made = new Workloom({ url, token, fetch: send as typeof fetch }) as Methods
  const byClient = () => made.getTask('1', { opt_fields: ['name', 'assignee.name'] })
  await microseconds(byFetch)
  await microseconds(byClient)
  const above: number[] = []
  for (let round = 0; round < sizes.rounds; round++) {
    const plain = await microseconds(byFetch)
    above.push((await microseconds(byClient)) - plain)
  }
  await report(
    timed({ work: 'a call of the client above fetch', target: '≤ 20 µs', unit: 'µs', digits: 1 }, above, undefined),
  )
}
