/** `search repair`: corrects the text index and the words of names, where `doctor` found them to differ from their rows. */
import type { Store } from '../store/db.ts'
import { repairTexts } from '../store/search/difference.ts'
import { repairNames } from '../store/search/name_difference.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

const repair = async (store: Store): Promise<number> => (await repairTexts(store)) + (await repairNames(store))

export const searchRepair: Command = {
  words: 'search repair',
  doc: 'index all texts again, and correct those that differ',
  options: ['json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: [],
  async main(settings, program) {
    const corrected = await withStore(settings, program, repair)
    if (settings.json) program.print(JSON.stringify({ corrected }))
    else program.print(corrected === 0 ? 'Every text is indexed.' : `Corrected ${corrected} texts.`)
  },
}
