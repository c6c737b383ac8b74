/** Members of what is shared: as a list, or each with an access level. */
import { raw } from '../../vocabulary/field.ts'

/** A member: a user or a team. */
export interface GivenMember {
  gid: number
  access_level: string | null
}

/** The input of the members of an object: a list, or an object with the level of each. */
export const membersInput = {
  members: raw({ types: ['user', 'team'], doc: 'The members: a list, or an object with the access level of each.' }),
}

/** The members that are given. */
export const givenMembers = ({ members = [] }: { members?: unknown }): GivenMember[] => members as GivenMember[]
