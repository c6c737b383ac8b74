/** `service-account create`: creates an account for a program, such as an identity provider, with a token. */
import { usageError } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { createServiceAccount, scopeRule, settleScopes } from '../resources/people/rules/service_account.ts'
import type { Store } from '../store/db.ts'
import type { Command } from './command.ts'
import { getOrganization } from './organization.ts'
import { withStore } from './store.ts'

export const serviceAccountCreate: Command = {
  words: 'service-account create',
  doc: 'create a service account in an organization, and print its token',
  options: ['name', 'organization', 'scopes', 'json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: ['name'],
  async main(settings, program) {
    const scopes = scopesOf(settings)
    const token = await withStore(settings, program, store => make(store, settings, scopes))
    program.print(settings.json ? JSON.stringify({ token }) : token)
  },
}

/** The scopes in stored form; `all` by default. */
function scopesOf({ scopes: given }: Settings): string {
  const scopes = settleScopes(given.length > 0 ? given : ['all'])
  if (scopes === undefined) throw usageError(`--scopes must be ${scopeRule}.`)
  return scopes
}

const make = (store: Store, { name = '', organization }: Settings, scopes: string): Promise<string> =>
  store.write(async tx => {
    const workspace = await getOrganization(tx, organization)
    return (await createServiceAccount(tx, workspace, { name, scopes, created_by: null })).token
  })
