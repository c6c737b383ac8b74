/** A service account that reads the audit log of the world's organization from now on. */
import assert from 'node:assert/strict'
import type { Json, Person, World } from './world.ts'

export interface Auditor {
  /** The service account. */
  bot: Person
  /** The entries since the last call. */
  newEntries(): Promise<Json[]>
}

export async function auditor({ service, workspace }: World): Promise<Auditor> {
  const bot = await service('Auditor')
  let path = `/workspaces/${workspace}/audit_log_events`
  const newEntries = async (): Promise<Json[]> => {
    const { body, data, message } = await bot.get(path)
    assert.ok(body.next_page, String(message))
    path = body.next_page.path
    return data as Json[]
  }
  await newEntries()
  return { bot, newEntries }
}

export const eventTypes = (lines: Json[]): string[] => lines.map(({ event_type }) => event_type)
