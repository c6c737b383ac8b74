/**
 * A project portfolio setting says whether a project inherits the access of a portfolio that contains it: members of the
 * portfolio then have the same level on the project, and so has the audience of a public portfolio. It is the row of the
 * item.
 */
import { flag, one, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const projectPortfolioSetting = resource('project_portfolio_setting', {
  doc: 'Whether a project inherits the access of a portfolio that contains it.',
  guard: 'project_portfolio_setting',
  changes: { none: 'the API has no events of these settings' },
  fields: {
    project: one('project', { skipAccessCheck: true, compact: true, column: 'item', doc: 'The project.' }),
    portfolio: one('portfolio', { skipAccessCheck: true, compact: true, doc: 'The portfolio.' }),
    is_access_control_inherited: flag({
      compact: true,
      write: 'always',
      doc: 'Whether users with access to the portfolio have the same access to the project.',
    }),
    created_at: timestamp({ doc: 'When the project was added to the portfolio.' }),
  },
})

const settingsWhere = (where: { portfolio: number } | { item: number }) => ({ where, order: ['gid'], guarded: true })

export const operations = [
  get('/project_portfolio_settings/{project_portfolio_setting_gid}', projectPortfolioSetting, {
    id: 'getProjectPortfolioSetting',
    doc: 'Gets the setting of a project in a portfolio.',
  }),
  update('/project_portfolio_settings/{project_portfolio_setting_gid}', projectPortfolioSetting, {
    id: 'updateProjectPortfolioSetting',
    doc: 'Updates whether a project inherits the access of a portfolio. Only for admins of the project.',
  }),
  list('/projects/{project_gid}/project_portfolio_settings', projectPortfolioSetting, {
    id: 'getProjectPortfolioSettingsForProject',
    doc: 'Lists the settings of a project in the portfolios that are visible to the caller.',
    execute: listing('project_portfolio_setting', ({ path }) => settingsWhere({ item: path.project_gid })),
  }),
  list('/portfolios/{portfolio_gid}/project_portfolio_settings', projectPortfolioSetting, {
    id: 'getProjectPortfolioSettingsForPortfolio',
    doc: 'Lists the settings of the projects in a portfolio that are visible to the caller.',
    execute: listing('project_portfolio_setting', ({ path }) => settingsWhere({ portfolio: path.portfolio_gid })),
  }),
]
