/** `service-account create`: an account for a program, such as an identity provider, and its token. */
import { misuse, Refusal } from '../config/options.ts'
import { DEFAULT_ORGANIZATION, type Settings } from '../config/settings.ts'
import { ApiError } from '../lib/errors.ts'
import { createServiceAccount, scopeRule, settleScopes } from '../resources/people/rules/service_account.ts'
import type { Store, Writer } from '../store/db.ts'
import { onlyOrganization } from '../store/queries/identity/organizations.ts'
import type { Command } from './command.ts'
import { organizationNamed } from './organization.ts'
import { withStore } from './store.ts'

export const serviceAccountCreate: Command = {
  words: 'service-account create',
  doc: 'Make a service account in an organization, and print its token.',
  options: ['name', 'organization', 'scopes', 'json', 'data', 'database-url', 'memory'],
  required: ['name'],
  async run(settings, program) {
    const scopes = scopesOf(settings)
    const token = await withStore(settings, program, store => make(store, settings, scopes))
    program.print(settings.json ? JSON.stringify({ token }) : token)
  },
}

/** The scopes as they are kept; everything when none were said. */
function scopesOf({ scopes: given }: Settings): string {
  const scopes = settleScopes(given.length > 0 ? given : ['all'])
  if (scopes === undefined) throw misuse(`--scopes must be ${scopeRule}.`)
  return scopes
}

async function make(store: Store, { name = '', organization }: Settings, scopes: string): Promise<string> {
  try {
    return await store.write(async tx => {
      const terms = { name, scopes, created_by: null }
      return (await createServiceAccount(tx, await organizationOf(tx, organization), terms)).token
    })
  } catch (error) {
    // What a client would read as the text of a refusal is a whole sentence already; failures of the store are not.
    throw error instanceof ApiError && !error.cause ? new Refusal(error.message) : error
  }
}

/** The organization of this name; where none was said, the only one there is. */
async function organizationOf(tx: Writer, name: string): Promise<number> {
  const found = await organizationNamed(tx, name)
  const workspace = found ?? (name === DEFAULT_ORGANIZATION ? await onlyOrganization(tx) : undefined)
  if (workspace === undefined) {
    throw new Refusal(`There is no organization ${JSON.stringify(name)}: name one with --organization.`)
  }
  return workspace
}
