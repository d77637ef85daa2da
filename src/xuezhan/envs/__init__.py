"""
Environments for tools that train players, each in a module of its own and in an extra of its own:

`xuezhan.envs.gymnasium`   `XuezhanEnv`, `XuezhanVectorEnv`    `pip install "xuezhan[gymnasium]"`
`xuezhan.envs.pettingzoo`  `XuezhanAEC`, `env`                 `pip install "xuezhan[pettingzoo]"`
`xuezhan.envs.openspiel`   `XuezhanGame`, game `python_xuezhan`  `pip install "xuezhan[openspiel]"`
"""
