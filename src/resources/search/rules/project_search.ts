/** The attributes by which projects are searched. */
import { projectRelations } from '../../../store/queries/search/relations.ts'
import { commonOrders, type SearchDeclaration } from './declaration.ts'

const stamp = (column: string, noun: string) => ({ noun, moment: column, hasMoments: true, indexed: [] })

export const projectSearch: SearchDeclaration = {
  type: 'project',
  texts: 'the name or the notes',
  lists: {
    teams: { type: 'team', noun: 'teams', by: ['any'], column: 'team' },
    portfolios: { type: 'portfolio', noun: 'portfolios', by: ['any'], relation: projectRelations.portfolios },
    owner: { type: 'user', noun: 'owners', by: ['any'], column: 'owner' },
    members: { type: 'user', noun: 'members', by: ['any', 'not'], relation: projectRelations.members },
  },
  dates: {
    completed: stamp('completed_at', 'completed'),
    created: stamp('created_at', 'created'),
    // wire: contract: projects have no time of day, and can be compared with one
    due: { noun: 'due', day: 'due_on', hasMoments: true, indexed: [] },
    start: { noun: 'that start', day: 'start_on', hasMoments: false, indexed: [] },
  },
  flags: { completed: 'Whether they are completed.' },
  words: {},
  orders: commonOrders,
}
