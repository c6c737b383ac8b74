/** Loads the workspace, with its roles and its time periods. */
import { createWorkspace } from '../../../resources/people/rules/join.ts'
import { plans } from '../../../resources/people/rules/plan.ts'
import { oneOf, raw, text } from '../../../vocabulary/field.ts'
import { forEachObject, loader, writerOf } from '../given.ts'

export const workspaces = loader({
  type: 'workspace',
  fields: {
    name: text({ required: true, max: 1024, doc: 'The name of the workspace.' }),
    domains: raw({
      doc: 'The e-mail domains of an organization; by default `KEY.test`. An empty list makes a workspace that is no organization.',
    }),
    plan: oneOf(plans, { doc: 'What the organization pays for: `enterprise` by default.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, object => {
      const { name, domains, plan = 'enterprise' } = object.values
      const found = Array.isArray(domains) && domains.length > 0 ? domains.map(String) : null
      return createWorkspace(writerOf(into, object), { name, plan, domains: found })
    }),
})
