/** `search repair`: corrects texts of the text index that differ from the rows they derive from, which `doctor` reports. */
import { repairTexts } from '../store/search/difference.ts'
import { repairNames } from '../store/search/name_difference.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

export const searchRepair: Command = {
  words: 'search repair',
  doc: 'index all texts again, and correct those that differ',
  options: ['json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: [],
  async main(settings, program) {
    const corrected = await withStore(
      ...([settings, program] as const),
      async store => (await repairTexts(store)) + (await repairNames(store)),
    )
    if (settings.json) program.print(JSON.stringify({ corrected }))
    else program.print(corrected === 0 ? 'Every text is indexed.' : `Corrected ${corrected} texts.`)
  },
}
