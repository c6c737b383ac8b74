/** The access levels of the members of a goal, the highest first. */
export const goalLevels = ['admin', 'editor', 'commenter', 'viewer'] as const
