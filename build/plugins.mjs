// Plugins of rolldown: ES modules over CommonJS, and the licences of what is bundled.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** ES modules that export by name what the CommonJS entries export: classes are the same either way. */
export function facades(entries) {
  return {
    name: 'facades',
    generateBundle(_options, bundle) {
      for (const { exports, isEntry, name } of Object.values(bundle)) {
        if (!isEntry || !entries.includes(name)) continue;
        const source = `export { ${exports.toSorted().join(', ')} } from './${name}.cjs';\n`;
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source });
      }
    },
  };
}

/** CommonJS over ES modules: Node can require them from 20.19 on. */
export function requirable(entries) {
  return {
    name: 'requirable',
    generateBundle() {
      for (const name of entries)
        this.emitFile({
          type: 'asset',
          fileName: `${name}.cjs`,
          source: `module.exports = require('./${name}.js');\n`,
        });
    },
  };
}

/** The page of the inspector: one file with its script and its style. */
export function page(folder) {
  return {
    name: 'page',
    generateBundle(_options, bundle) {
      const [script] = Object.values(bundle);
      const read = (file) => readFileSync(path.join(folder, file), 'utf8');
      // a text in the script must not end it
      const code = script.code.trim().replaceAll('</script', '<\\/script');
      const parts = {
        '<style></style>': `<style>${read('style.css')}</style>`,
        '<script></script>': `<script>${code}</script>`,
      };
      const html = Object.entries(parts).reduce(
        (text, [empty, full]) => text.replace(empty, () => full),
        read('page.html'),
      );
      delete bundle[script.fileName];
      this.emitFile({ type: 'asset', fileName: 'inspector.html', source: html });
    },
  };
}

/**
 * The licences of the bundled packages, which have to come with them, and the packages as an SBOM (CycloneDX 1.5).
 *
 * @param others folders of packages that are bundled elsewhere
 */
export function notices(others) {
  return {
    name: 'notices',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const folders = files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
      const packages = [...new Set([...folders, ...others])].sort().map(packageIn);
      const texts = packages.map(({ license, name, text, version }) => `${name} ${version} (${license})\n\n${text}\n`);
      const components = packages.map(({ license, name, version }) => ({
        type: 'library',
        name,
        version,
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
        licenses: [{ license: { id: license } }],
      }));
      const sbom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
      const add = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
      add('THIRD-PARTY-NOTICES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
      add('sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`);
    },
  };
}

function packageIn(folder) {
  const { license, name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const text = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
  return { license, name, text, version };
}
