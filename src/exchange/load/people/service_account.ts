/** Loads service accounts, each with its token. */
import { mustHaveFeature } from '../../../resources/people/rules/plan.ts'
import { scopeRule, settleScopes } from '../../../resources/people/rules/service_account.ts'
import { insertAll } from '../../../store/change.ts'
import { flag, raw, text } from '../../../vocabulary/field.ts'
import { type GivenObject, loader, RefusedObject } from '../given.ts'
import { insertAccounts } from './user.ts'

/** The scopes in stored form. */
function scopesOf({ gid, values }: GivenObject<{ scopes?: unknown }>): string {
  const { scopes = 'all' } = values
  const settled = settleScopes((Array.isArray(scopes) ? scopes : [scopes]).map(String))
  if (settled === undefined) throw new RefusedObject(gid, new Error(`scopes: Must be ${scopeRule}`))
  return settled
}

export const serviceAccounts = loader({
  type: 'service_account',
  fields: {
    name: text({ required: true, max: 255, doc: 'The name.' }),
    token: text({ max: 200, doc: 'Its token.' }),
    scopes: raw({ doc: '`all`, which is the default, or a list of scopes.' }),
    is_agent: flag({ doc: 'Whether it is shown as an agent.' }),
    description: text({ doc: 'What the agent does.' }),
  },
  async load(into, objects) {
    await mustHaveFeature(into.tx, into.workspace, 'service_accounts')
    const accounts = objects.map(object => {
      const scopes = scopesOf(object)
      const { name, token } = object.values
      const values = { name, email: `service-${object.gid}@service.invalid`, admin: true, is_service: true }
      return { ...object, values: { ...values, ...(token && { token }), scopes: scopes === 'all' ? null : scopes } }
    })
    await insertAccounts(into, accounts)
    const rows = objects.map(object => ({
      ...{ gid: object.gid, workspace: into.workspace, scopes: scopesOf(object), created_by: null },
      ...{ created_at: object.created_at, deleted_at: null, is_agent: Number(object.values.is_agent ?? false) },
      ...{ description: object.values.description ?? null, behavior_guidance: null },
    }))
    await insertAll(into.tx, 'service_accounts', rows)
  },
})
