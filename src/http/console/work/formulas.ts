/** Checks of formulas while a person types them: what the API would refuse, in its words. */
import { ApiError, notFound } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { checkFormula } from '../../../resources/fields/rules/formulas.ts'
import { text } from '../../../vocabulary/field.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

export const routes: ConsoleRoute[] = [
  sessionRoute('POST', '/organizations/:organization_gid/formulas', {
    doc:
      'Check a formula of a custom field, for the members of an organization. Nothing is written. `problem` is what ' +
      'the API would refuse, in its words, or null.',
    body: { formula: text({ required: true, max: 1000, doc: 'The formula.' }) },
    async execute({ console, actor, path: { organization_gid: workspace = 0 }, body: { formula } }) {
      const { store } = console
      if (!allows((await rights(store.read, actor.gid, 'workspace', [workspace])).get(workspace), 'view')) {
        throw notFound('organization', workspace)
      }
      try {
        // A transaction, because a check reads the formulas that others build on, under the lock of their writers.
        await store.write(tx => checkFormula(tx, { me: actor.gid, workspace }, formula))
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return { data: { problem: error.message } }
        throw error
      }
      return { data: { problem: null } }
    },
  }),
]
