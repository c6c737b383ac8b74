/** People and tags of the gallery. */

const NAMES = [
  'Ada Lovelace',
  'Ben Okafor',
  'Chiara Rossi',
  'Dmitri',
  'Élodie Martin',
  '李小龙',
  'Fatima Al-Sayed',
  'Zoë Bende',
]

export const people = NAMES.map((name, index) => ({ gid: String(1200 + index * 7), name }))

export const tags = ['launch', 'design', 'later', 'research', 'bug'].map((name, index) => ({
  gid: String(1300 + index),
  name,
  color: ['dark-blue', 'dark-pink', 'light-warm-gray', 'dark-teal', 'dark-red'][index] ?? null,
}))

const MANY_COUNT = 1000

export const manyTasks = Array.from({ length: MANY_COUNT }, (_, index) => ({
  gid: String(2000 + index),
  name: `Task ${index + 1}`,
}))
