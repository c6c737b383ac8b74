/** The module that `scripts/guides.ts` generates from `docs/*.md` when the web app is built. */
declare module 'virtual:guides' {
  export interface GuideEntry {
    /** The file name, without `.md`. */
    name: string
    title: string
    headings: { id: string; text: string; level: number }[]
    load(): Promise<{ html: string }>
  }
  export const guides: GuideEntry[]
}
