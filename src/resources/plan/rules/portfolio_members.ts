/** The access levels of the members of a portfolio, the highest first. */
// wire: contract: a portfolio has no commenters
export const portfolioLevels = ['admin', 'editor', 'viewer'] as const
