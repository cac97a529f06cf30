/** Five lines per tool, filled in: address, repository, version, a split, and whether a token is needed. */
export interface Start {
  origin: string;
  slug: string;
  repository: string | null;
  version: string;
  split: string;
  isPublic: boolean;
}
export interface StartTool {
  id: string;
  label: string;
  install: string;
  code: string;
  /** What the last line guards against, for people who wonder. */
  why: string;
}

const SECRET = 'aff_…';

export function quickStart(start: Start): StartTool[] {
  return start.repository ? [...overHub(start, start.repository), curl(start)] : [curl(start), frame(start)];
}

function overHub({ origin, version, split, isPublic }: Start, repository: string): StartTool[] {
  const token = isPublic ? '' : `, token="${SECRET}"`;
  const options = isPublic ? `{"endpoint": "${origin}"}` : `{"endpoint": "${origin}", "token": "${SECRET}"}`;
  return [
    {
      id: 'datasets',
      label: 'load_dataset',
      install: 'pip install datasets huggingface_hub',
      code: [
        `import os; os.environ["HF_ENDPOINT"] = "${origin}"  # before the imports`,
        'import datasets, huggingface_hub',
        `sha = huggingface_hub.HfApi(${token.slice(2)}).dataset_info("${repository}", revision="v${version}").sha`,
        `data = datasets.load_dataset("${repository}", revision=sha${token})`,
        `assert all(set(part["release"]) <= {"${version}"} for part in data.values())`,
      ].join('\n'),
      why: 'Asked for a version it cannot reach, load_dataset may hand out another one from its cache. The third line fails instead, and the last one checks the rows themselves.',
    },
    {
      id: 'hub',
      label: 'huggingface_hub',
      install: 'pip install huggingface_hub',
      code: [
        'from huggingface_hub import snapshot_download',
        'folder = snapshot_download(',
        `    "${repository}", repo_type="dataset", revision="v${version}",`,
        `    endpoint="${origin}"${token})`,
        'print(folder)  # then, in that folder: sha256sum --check SHA256SUMS',
      ].join('\n'),
      why: 'Everything, checked file by file. A download that broke off goes on where it was.',
    },
    {
      id: 'pandas',
      label: 'pandas',
      install: 'pip install pandas pyarrow huggingface_hub',
      code: [
        'import pandas',
        `url = "hf://datasets/${repository}@v${version}/data/${split}.parquet"`,
        `options = ${options}`,
        'frame = pandas.read_parquet(url, storage_options=options)',
        `assert set(frame["release"]) <= {"${version}"}`,
      ].join('\n'),
      why: 'One split as a table, without a copy on disk.',
    },
    croissant(origin, repository, version, split, isPublic),
  ];
}

function croissant(
  origin: string,
  repository: string,
  version: string,
  split: string,
  isPublic: boolean,
): StartTool {
  const url = `${origin}/api/datasets/${repository}/croissant/v${version}`;
  const secrets = `CROISSANT_BASIC_AUTH_USERNAME="me", CROISSANT_BASIC_AUTH_PASSWORD="${SECRET}"`;
  return {
    id: 'mlcroissant',
    label: 'mlcroissant',
    install: 'pip install mlcroissant pyarrow',
    code: [
      'import os, mlcroissant, requests',
      isPublic ? `url = "${url}"` : `os.environ.update(${secrets})`,
      isPublic
        ? 'described = requests.get(url).json()'
        : `described = requests.get("${url}", auth=("me", "${SECRET}")).json()`,
      `rows = list(mlcroissant.Dataset(described).records("${split}"))`,
      `assert {row["${split}/release"] for row in rows} <= {b"${version}"}`,
    ].join('\n'),
    why: 'Columns with their types and meaning; each file is checked against its SHA-256 before it is read. Text comes as bytes.',
  };
}

function curl({ origin, slug, repository, version, split, isPublic }: Start): StartTool {
  const base = repository
    ? `${origin}/datasets/${repository}/resolve/v${version}`
    : `${origin}/api/v1/projects/${slug}/releases/${version}/files`;
  const auth = isPublic ? '' : ` -H "Authorization: Bearer ${SECRET}"`;
  return {
    id: 'curl',
    label: 'curl',
    install: '',
    code: [
      `BASE=${base}`,
      `curl -fsSL${auth} --create-dirs \\`,
      `  $BASE/data/${split}.jsonl -C - -o data/${split}.jsonl`,
      `curl -fsSL${auth} $BASE/SHA256SUMS -o SHA256SUMS`,
      'sha256sum --check --ignore-missing SHA256SUMS',
    ].join('\n'),
    why: 'Started again, it goes on where the download broke off; the last line finds a changed byte.',
  };
}

/** For a project whose name the Hub clients would refuse. */
function frame({ origin, slug, version, split, isPublic }: Start): StartTool {
  const auth = isPublic ? '' : `, headers={"Authorization": "Bearer ${SECRET}"}`;
  return {
    id: 'pandas',
    label: 'pandas',
    install: 'pip install pandas pyarrow requests',
    code: [
      'import io, pandas, requests',
      `url = "${origin}/api/v1/projects/${slug}/releases/${version}/files/data/${split}.parquet"`,
      `reply = requests.get(url${auth}); reply.raise_for_status()`,
      'frame = pandas.read_parquet(io.BytesIO(reply.content))',
      `assert set(frame["release"]) <= {"${version}"}`,
    ].join('\n'),
    why: 'One split as a table.',
  };
}
