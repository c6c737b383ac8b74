/** `rights repair`: access grants that differ from what they are derived from, which `doctor` has found, corrected. */
import { repairGrants } from '../store/grants.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

export const rightsRepair: Command = {
  words: 'rights repair',
  doc: 'Derive all access grants again, and correct those that differ.',
  options: ['json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: [],
  async run(settings, program) {
    const corrected = await withStore(settings, program, store => store.write(repairGrants))
    if (settings.json) program.print(JSON.stringify({ corrected }))
    else program.print(corrected === 0 ? 'Every access grant was right.' : `Corrected ${corrected} access grants.`)
  },
}
