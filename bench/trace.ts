/**
 * The statements that the program runs for a request, in order, with their bound values, so that others can repeat
 * them.
 */
import { StatementSync } from 'node:sqlite'
import type { Program } from './program.ts'

const calls = ['all', 'get', 'run'] as const

export interface TracedStatement {
  call: (typeof calls)[number]
  sql: string
  parameters: (string | number | null)[]
}

export interface TracedRequest {
  method: 'GET' | 'POST'
  path: string
  token: string
  data?: Record<string, unknown>
}

export interface Trace {
  statements: TracedStatement[]
  body: string
  headers: Record<string, string>
}

/** Runs one request in this process and returns its statements. Other requests must not run meanwhile. */
export async function trace({ app }: Program, { method, path, token, data }: TracedRequest): Promise<Trace> {
  const statements: TracedStatement[] = []
  const { prototype } = StatementSync
  const before = calls.map(name => [name, prototype[name]] as const)
  for (const [call, plain] of before) {
    prototype[call] = function (this: StatementSync, ...given: unknown[]) {
      statements.push({ call, sql: this.sourceSQL, parameters: given as TracedStatement['parameters'] })
      return (plain as (...given: unknown[]) => unknown).apply(this, given)
    } as never
  }
  try {
    const sent = data && { payload: JSON.stringify({ data }) }
    const headersSent = { authorization: `Bearer ${token}`, ...(data && { 'content-type': 'application/json' }) }
    const answer = await app.inject({ method, url: `/api/1.0${path}`, headers: headersSent, ...sent })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.payload}`)
    const { date: _, connection: __, ...headers } = answer.headers as Record<string, string>
    return { statements, body: answer.payload, headers }
  } finally {
    for (const [call, plain] of before) prototype[call] = plain as never
  }
}
