/** A team is a group of people in an organization; projects can be shared with it. Plain workspaces have none. */
import { computed, flag, one, oneOf, text } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'
import { links } from './rules/permalink.ts'

const level = ['all_team_members', 'only_team_admins'] as const

export const team = resource('team', {
  doc: 'A group of people in an organization who share projects.',
  guard: 'team',
  fields: {
    name: text({ compact: true, write: 'always', required: true, max: 255, doc: 'The name of the team.' }),
    description: text({ optIn: true, write: 'always', doc: 'What the team is for, as plain text.' }),
    html_description: computed(['description', 'html_description'], () => [], {
      optIn: true,
      write: 'always',
      doc: 'What the team is for, as rich text.',
    }),
    organization: one('workspace', { write: 'create', required: true, doc: 'The organization. Cannot change.' }),
    permalink_url: computed([], links('team'), { doc: 'Where people open the team.' }),
    visibility: oneOf(['secret', 'request_to_join', 'public'], {
      write: 'always',
      doc: 'Who can see and join the team.',
    }),
    edit_team_name_or_description_access_level: oneOf(level, {
      write: 'always',
      doc: 'Who may rename or describe it.',
    }),
    edit_team_visibility_or_trash_team_access_level: oneOf(level, {
      write: 'always',
      doc: 'Who may change its visibility or delete it.',
    }),
    member_invite_management_access_level: oneOf(level, { write: 'always', doc: 'Who may invite members.' }),
    guest_invite_management_access_level: oneOf(level, { write: 'always', doc: 'Who may invite guests.' }),
    join_request_management_access_level: oneOf(level, { write: 'always', doc: 'Who decides on requests to join.' }),
    team_member_removal_access_level: oneOf(level, { write: 'always', doc: 'Who may remove members.' }),
    team_content_management_access_level: oneOf(['no_restriction', 'only_team_admins'], {
      write: 'always',
      doc: 'Who may make and share content in it.',
    }),
    endorsed: flag({ write: 'always', doc: 'Whether the organization vouches for the team.' }),
  },
})

export const operations = []
