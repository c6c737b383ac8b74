/** A client of a running program, for tests that stop and start it. */
import assert from 'node:assert/strict'
import type { Json } from '../world.ts'

export interface ProgramCaller {
  url: string
  token: string
}

/** The body of a successful response; fails for any other. */
export async function call({ url, token }: ProgramCaller, path: string, data?: Json): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = data && { method: 'POST', body: JSON.stringify({ data }) }
  const response = await fetch(`${url}/api/1.0${path}`, { headers, ...body })
  assert.ok(response.ok, `${path} answered ${response.status}`)
  return (await response.json()) as Json
}

/** The gid of a created object. */
export const created = async (caller: ProgramCaller, path: string, data: Json): Promise<string> =>
  (await call(caller, path, data)).data.gid

/** Every object of a list, page by page. The path has a query. */
export async function wholeList(caller: ProgramCaller, start: string): Promise<Json[]> {
  const all: Json[] = []
  for (let path = `${start}&limit=100`; path; ) {
    const { data, next_page } = await call(caller, path)
    all.push(...(data as Json[]))
    path = next_page?.path ?? ''
  }
  return all
}
