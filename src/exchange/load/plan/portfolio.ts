/** Loads portfolios with their members. Their items are loaded when all projects and portfolios are there. */
import { portfolio } from '../../../resources/plan/portfolio.ts'
import { newPortfolio, settlePortfolio } from '../../../resources/plan/rules/portfolio_state.ts'
import { addOwnMembers } from '../../../resources/sharing/rules/own_members.ts'
import { insert } from '../../../store/change.ts'
import { one } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, without, writerOf } from '../given.ts'
import { givenMembers, membersInput } from '../members.ts'

export const portfolios = loader({
  type: 'portfolio',
  fields: {
    ...without(creatable(portfolio), 'workspace'),
    ...membersInput,
    owner: one('user', { need: 'view', doc: 'The owner: the author by default.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { gid, by, created_at, values } = object
      const { tx, workspace } = into
      const { owner = by } = values
      const state = settlePortfolio(newPortfolio, values)
      const writer = writerOf(into, object)
      await insert(tx, 'portfolios', {
        ...{ gid: writer.gid(), workspace, owner, ...state, current_status_update: null },
        ...{ created_by: by, created_at, deleted_at: null, deleted_by: null },
      })
      const shared = { type: 'portfolio', gid, workspace } as const
      await addOwnMembers(writer, shared, [owner], 'admin')
      for (const member of givenMembers(values))
        await addOwnMembers(writer, shared, [member.gid], member.access_level ?? state.default_access_level)
    }),
})
