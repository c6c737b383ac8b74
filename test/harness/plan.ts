/** Portfolios for tests. */
import { insert } from '../../src/store/change.ts'
import { ok } from './sample.ts'
import { makeProject } from './work.ts'
import { type Json, type Person, type World, world } from './world.ts'

export type PortfolioLevel = 'admin' | 'editor' | 'viewer'

/** Gives a person, or a team by its gid, a level on a portfolio. */
export const shareWith = (
  { store, workspace: home }: Pick<World, 'store' | 'workspace'>,
  portfolio: string,
  member: Pick<Person, 'gid'>,
  access_level: PortfolioLevel,
): Promise<void> =>
  store.write(tx =>
    insert(tx, 'portfolio_memberships', {
      ...{ gid: tx.gid(), portfolio: Number(portfolio), member: Number(member.gid), workspace: Number(home) },
      access_level,
    }),
  )

/** A portfolio of Ann with an editor and a viewer, and a private project of Ann in it. */
export async function portfolioOffice(options: Parameters<typeof world>[0] = {}) {
  const all = await world(options)
  const { ann, workspace, person } = all
  const [editor, viewer] = [await person('Edi'), await person('Vie')]
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Portfolio' })
  await shareWith(all, portfolio, editor, 'editor')
  await shareWith(all, portfolio, viewer, 'viewer')
  const { gid: project } = await makeProject(all, { members: [[ann, 'admin']] })
  const addItem = (item: string, more: Json = {}) => ann.post(`/portfolios/${portfolio}/addItem`, { item, ...more })
  await ok(addItem(project))
  /** The gid of the setting of a project in the portfolio. */
  const settingOf = async (gid: string): Promise<string> =>
    (await ok(ann.get(`/projects/${gid}/project_portfolio_settings`))).data[0].gid
  /** Whether the project inherits the access of the portfolio from now on. */
  const inherit = async (is_access_control_inherited = true, gid = project) =>
    ok(ann.put(`/project_portfolio_settings/${await settingOf(gid)}`, { is_access_control_inherited }))
  return { ...all, editor, viewer, portfolio, project, addItem, settingOf, inherit }
}
