/** The words of the names of files: searches find files by them. The table of words is as it was. */
export const derivesNames = true

export const statements = (): readonly string[] => []
