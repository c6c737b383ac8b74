/** A request id as words: a person can read it out on the telephone, and an operator can find it in the log. */
import { digest } from './secret.ts'

const adjectives = 'amber brave calm dusty eager faint gentle hollow icy jolly keen lucid misty noble odd plain'.split(
  ' ',
)
const animals = 'ants bears cats dogs eels foxes geese hares ibises jays kites larks moles newts owls pigs'.split(' ')
const verbs = 'argue bathe climb dance eat fish gather hide invent juggle knit listen march nap paint quarrel'.split(
  ' ',
)
const adverbs =
  'aloud briskly calmly daily early fondly gladly happily idly jointly kindly loudly merrily neatly often proudly'.split(
    ' ',
  )

/** Five parts, the first a number; always the same for the same id, in any format. */
export function phrase(id: string): string {
  const [count = 0, adjective = 0, animal = 0, verb = 0, adverb = 0] = [...digest(id)].map(digit =>
    Number.parseInt(digit, 16),
  )
  return `${count + 2} ${adjectives[adjective]} ${animals[animal]} ${verbs[verb]} ${adverbs[adverb]}`
}
