/** Accessibility checks with axe. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  id: string
  nodes: { html: string }[]
}

const MEDIA = [
  { colorScheme: 'light', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'light', contrast: 'more' },
  { colorScheme: 'dark', contrast: 'more' },
] as const

/** The accessibility violations of the page in its current state, in both colour schemes and with more contrast. */
export async function violations(page: Page): Promise<string[]> {
  // A page keeps it: parsing it takes as long as a check of colours.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const messages: string[] = []
  for (const [index, media] of MEDIA.entries()) {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    // The others differ from the first in colours only.
    const options = { resultTypes: ['violations'], ...(index === 0 ? {} : { runOnly: ['color-contrast'] }) }
    const run = `axe.run(document, ${JSON.stringify(options)}).then(results => results.violations)`
    const failed = await page.evaluate<Violation[]>(run)
    messages.push(
      ...failed.flatMap(({ id, nodes }) =>
        nodes.map(node => `${media.colorScheme} ${media.contrast} ${id}: ${node.html}`),
      ),
    )
  }
  return messages
}
