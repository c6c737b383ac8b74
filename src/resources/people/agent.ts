/** An agent is a service account that its organization marked as one, so that people know with what they work. */
import { computed, one, oneOf, text } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { photoShape, photoUrls } from './rules/photo.ts'

export const agent = resource('agent', {
  doc: 'A service account that is marked as an agent.',
  guard: 'agent',
  changes: { none: 'the API has no events of agents; the audit log has their service accounts' },
  fields: {
    resource_subtype: oneOf(['asana_teammate'], { compact: true, doc: 'The kind of agent: always the same.' }),
    name: text({ compact: true, doc: 'The name of the service account.' }),
    description: text({ nullable: true, doc: 'What the agent does, or null.' }),
    behavior_guidance: text({ nullable: true, doc: 'How the agent is instructed to act, or null.' }),
    workspace: one('workspace', { skipAccessCheck: true, doc: 'The organization of the agent.' }),
    photo: computed(['photo'], photoUrls, {
      cacheable: true,
      shape: photoShape,
      nullable: true,
      doc: 'The addresses of the photo in several sizes, or null.',
    }),
  },
})

export const operations = [
  list('/workspaces/{workspace_gid}/agents', agent, {
    id: 'getAgentsForWorkspace',
    doc: 'Lists the agents of a workspace.',
    execute: listing('agent', ({ path }) => ({
      where: { workspace: path.workspace_gid },
      order: ['gid'],
      guarded: true,
    })),
  }),
  get('/agents/{agent_gid}', agent, { id: 'getAgent', doc: 'Gets an agent.' }),
]
